import type { Origin } from "#shared/model/origin.ts";

const names: Readonly<Record<Origin, string>> = {
  you: "you",
  agent: "agent",
  tool: "tool",
  outside: "outside",
};

const about: Readonly<Record<Origin, string>> = {
  you: "Typed or edited by you, or part of Satchel",
  agent: "Written by a model",
  tool: "Read by a built-in tool from your own files",
  outside: "From the web, an import, another member, or a folder you do not trust",
};

export const origins = {
  names,
  about,
  title: "Where they came from",
  lens: "Colour by",
  byLayer: "Layer",
  byOrigin: "Origin",
  legend: "Tokens by origin",
  all: "All origins",
  only: (origin: Origin) => `Only ${names[origin]}`,
  approved: "approved by you",
};
