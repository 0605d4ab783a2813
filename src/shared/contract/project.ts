import { z } from "zod";
import { FOLDER_KINDS } from "../model/folder-kind.ts";
import { PROPOSAL_IDS } from "../model/folder-proposal.ts";
import { route } from "./route.ts";

/** A remark about a file that does not affect the rest. */
export const fileWarning = z.object({
  code: z.string(),
  /** Project-relative path; empty for the project itself. */
  path: z.string(),
  line: z.number().int().positive().nullable(),
  message: z.string(),
});
export type FileWarning = z.output<typeof fileWarning>;

export const projectInfo = z.object({
  folder: z.string(),
  name: z.string(),
  /** The folder's kind: as set by the user, otherwise as recognised. */
  kind: z.enum(FOLDER_KINDS),
  /** How it was recognised, in one sentence. */
  kindWhy: z.string(),
  /** How the folder is sent, once the user has chosen. */
  proposal: z.enum(PROPOSAL_IDS).nullable(),
  /** AGENTS.md files in subfolders: each applies to the files of its folder, the nearest wins. Not sent. */
  instructions: z.array(z.object({ path: z.string(), folder: z.string() })),
  /** Project-relative folder of the default agent's workspace; `.` is the folder itself. */
  workspace: z.string(),
  hasWorkspace: z.boolean(),
  agents: z.array(
    z.object({
      id: z.string(),
      displayName: z.string(),
      workspace: z.string(),
      /** None from a folder that is not trusted. */
      suggestedQuestions: z.array(z.string()),
    }),
  ),
  warnings: z.array(fileWarning),
  /** What is searched for each question to the default agent; no files where its prompts have no memory. */
  searched: z.object({
    files: z.number().int(),
    /** False: files are still being found or read. */
    all: z.boolean(),
    /** Tokens that passages may use. */
    budget: z.number(),
  }),
  /** Set when the index could not be read and was set aside and rebuilt. */
  recovered: z.object({ setAside: z.string() }).nullable(),
  /**
   * Set when nothing can be written. `owner` names, for people, a different process that owns the project and cannot
   * be reached; null when the folder itself cannot be written.
   */
  readOnly: z.object({ owner: z.string().nullable() }).nullable(),
  /**
   * False: its files count as from outside, and nothing in it is run or obeyed: no tools that write, no skills, no
   * learning.
   */
  trusted: z.boolean(),
});
export type ProjectInfo = z.output<typeof projectInfo>;

const proposal = z.object({
  id: z.enum(PROPOSAL_IDS),
  /** The agent's `workspaceFiles.include` if the proposal is accepted. */
  include: z.array(z.string()),
  /** Assembled without a question. Null: far more text than fits. Sizes in tokens. */
  budget: z
    .object({
      used: z.number(),
      /** False: the sizes are estimates. */
      exact: z.boolean(),
      free: z.number(),
      percent: z.number(),
      layers: z.array(z.object({ id: z.string(), tokens: z.number() })),
      /** Files in the prompt, and files that it would have to leave out. */
      sent: z.number().int(),
      leftOut: z.number().int(),
      /** What recall may add per question. */
      recall: z.number(),
    })
    .nullable(),
});
export type Proposal = z.output<typeof proposal>;

const proposals = z.object({
  recommended: z.enum(PROPOSAL_IDS),
  chosen: z.enum(PROPOSAL_IDS).nullable(),
  /** The text of the folder as far as it is counted; `all`: it is fully counted. */
  counted: z.object({
    files: z.number().int(),
    tokens: z.number(),
    exact: z.boolean(),
    all: z.boolean(),
  }),
  window: z.number(),
  proposals: z.array(proposal),
});
export type Proposals = z.output<typeof proposals>;

export const projectRoutes = {
  "project.open": route(
    z.object({
      folder: z.string().min(1),
      /** Creates the folder and fills it from the template; existing files are never overwritten. */
      create: z.boolean().default(false),
      template: z.string().optional(),
      /** Opens a project that a different process owns, for reading. */
      readOnly: z.boolean().default(false),
      /**
       * `trusted` and `restricted` are the user's word and are kept. `ask`: fails with `folder-unknown` for a folder
       * with files for agents about which the user has said nothing. Without it, a folder about which nothing is
       * known is trusted as long as it is open, because the caller named it.
       */
      trust: z.enum(["ask", "trusted", "restricted"]).optional(),
    }),
    projectInfo,
  ),
  /** The user's word on the open folder, kept in their data folder. */
  "project.trust": route(z.object({ trusted: z.boolean() }), projectInfo),
  "project.trustedFolders": route(
    z.object({}),
    z.object({
      folders: z.array(
        z.object({ folder: z.string(), trust: z.enum(["trusted", "restricted"]), at: z.string() }),
      ),
    }),
  ),
  /** Nothing is known about the folder afterwards. If it is open, it is restricted from now on. */
  "project.forgetTrust": route(z.object({ folder: z.string().min(1) }), z.object({})),
  "project.info": route(z.object({}), projectInfo),
  "project.proposals": route(z.object({ agent: z.string().optional() }), proposals),
  /** Accepts a proposal for an agent. `include`: the globs of `choose`. */
  "project.choose": route(
    z.object({
      proposal: z.enum(PROPOSAL_IDS),
      include: z.array(z.string().min(1).max(1024)).max(1000).optional(),
      agent: z.string().optional(),
    }),
    projectInfo,
  ),
  "project.close": route(z.object({}), z.object({})),
  "project.recent": route(
    z.object({}),
    z.object({ projects: z.array(z.object({ folder: z.string(), name: z.string(), openedAt: z.string() })) }),
  ),
  /** Asks the user for a folder with the host's own dialog. Null: they cancelled, or there is no dialog. */
  "project.pickFolder": route(z.object({}), z.object({ folder: z.string().nullable() })),
  "project.templates": route(
    z.object({}),
    z.object({
      templates: z.array(z.object({ id: z.string(), title: z.string(), description: z.string() })),
    }),
  ),
};

export const projectEvents = {
  "project.opened": z.object({ folder: z.string() }),
  "project.closed": z.object({ folder: z.string() }),
  "project.trusted": z.object({ folder: z.string(), trusted: z.boolean() }),
  "project.warnings": z.object({ warnings: z.array(fileWarning) }),
};
