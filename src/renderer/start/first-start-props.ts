import type { ReactNode } from "react";
import type { DescribedModel, FoundModel } from "#shared/contract/model-files.ts";
import type { ProjectInfo } from "#shared/contract/project.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import type { Folders } from "./folder-list.tsx";

export type ModelOffer = {
  readonly name: string;
  readonly baseUrl: string;
  readonly models: readonly string[];
};

export type OnlineDraft = {
  readonly kind: "openai" | "anthropic" | "openai-compatible";
  readonly baseUrl: string;
  readonly apiKey: string;
};

export type FirstStartProps = {
  project: Pick<ProjectInfo, "name" | "folder" | "kind" | "searched">;
  agent: string;
  recent: readonly { readonly folder: string; readonly name: string }[];
  /** Null while it is being searched. */
  found: readonly ModelOffer[] | null;
  modelFiles: {
    /** Of other programs; null while they are looked for. */
    readonly found: readonly FoundModel[] | null;
    /** What a file is, before it is used; fails when it is none. */
    readonly onLook: (path: string) => Promise<DescribedModel>;
    readonly onChoose: (model: DescribedModel) => Promise<void>;
    /** The host's file dialog, or a field for the path. */
    readonly renderPicker: (onPath: (path: string) => void, busy: boolean) => ReactNode;
  };
  manifest: Manifest | null;
  /** Every part of the prompt by size. */
  map: ReactNode;
  onOpenFolder: (folder: string) => Promise<void>;
  /** The host's folder dialog; null where there is none. */
  onPickFolder: (() => Promise<string | null>) | null;
  /** Completes a typed folder, where the host has no dialog. */
  onListFolders: (typed: string) => Promise<Folders>;
  onLookAgain: () => void;
  onChoose: (offer: ModelOffer | null, model: string) => Promise<void>;
  onConnect: (draft: OnlineDraft) => Promise<ModelOffer>;
  /** Ends the first start and offers to move in from another program. */
  readonly onMoveIn: () => void;
  onDone: (view: "files" | "budget") => void;
  /** Opens the budget with one file selected. */
  onWhy: (segment: string) => void;
  onTour: () => void;
};
