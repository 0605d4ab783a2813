// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { Manifest } from "#shared/model/manifest.ts";
import { FolderStep } from "./folder-step.tsx";
import { ReadyStep } from "./ready-step.tsx";

afterEach(cleanup);

const nothingSent: Manifest = {
  id: "m",
  at: "2026-11-18T10:00:00Z",
  agent: "main",
  session: null,
  scope: "main",
  profile: "layered",
  model: "",
  encoding: "o200k_base",
  exact: true,
  window: { max: 128_000, reservedOutput: 4_096, used: 868, free: 123_036, percent: 1 },
  layers: [],
  segments: [],
  actions: [],
  prefix: { hash: "", stableTokens: 0, brokenBy: null },
  warnings: [],
};

const ready = (files: number, all = true) =>
  render(
    <ReadyStep
      agent="Assistant"
      manifest={nothingSent}
      searched={{ files, all, budget: 8_000 }}
      map={null}
      foot={null}
      onWhy={() => {}}
      onTour={() => {}}
    />,
  );

it("says of a vault from how many files passages come, and not that 0 files are sent", () => {
  ready(301);
  expect(screen.getByText("Passages that fit a question are added from 301 files")).toBeTruthy();
  expect(screen.getByText("up to 8,000 tokens")).toBeTruthy();
  expect(screen.queryByText(/sent whole/)).toBeNull();
});

it("says that a number of files is not final while they are read", () => {
  ready(2_300, false);
  expect(screen.getByText("Passages that fit a question are added from at least 2,300 files")).toBeTruthy();
});

it("says that nothing is sent when nothing is searched either", () => {
  ready(0);
  expect(screen.getByText("0 files are sent whole")).toBeTruthy();
});

const folderStep = (kind: "vault" | "project") =>
  render(
    <FolderStep
      project={{
        name: "Notes",
        folder: "/home/mira/Notes",
        kind,
        searched: { files: 3, all: true, budget: 1 },
      }}
      recent={[]}
      onOpenFolder={async () => {}}
      onPickFolder={null}
      onListFolders={async () => ({ folder: "/", parent: null, folders: [], leftOut: 0 })}
      renderFoot={() => null}
      onNext={() => {}}
    />,
  );

it("never calls a folder of the user's own the sample", () => {
  folderStep("vault");
  expect(screen.getByText("Continue with Notes")).toBeTruthy();
  expect(screen.getByText(/^\/home\/mira\/Notes is open: 3 files with text\./)).toBeTruthy();
  expect(screen.queryByText("Start with the sample")).toBeNull();
  cleanup();
  folderStep("project");
  expect(screen.getByText("Start with the sample")).toBeTruthy();
});
