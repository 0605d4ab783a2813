import type { Origin } from "#shared/model/origin.ts";
import type { Messages } from "../messages.ts";

const names: Readonly<Record<Origin, string>> = {
  you: "你",
  agent: "智能体",
  tool: "工具",
  outside: "外部",
};

const about: Readonly<Record<Origin, string>> = {
  you: "由你输入或编辑，或属于 Satchel",
  agent: "由模型写出",
  tool: "由内置工具从你自己的文件中读取",
  outside: "来自网络、导入、其他成员或你不信任的文件夹",
};

export const origins: Messages["origins"] = {
  names,
  about,
  title: "内容来自哪里",
  lens: "着色依据",
  byLayer: "层",
  byOrigin: "来源",
  legend: "按来源的 token 数",
  all: "所有来源",
  only: (origin) => `仅${names[origin]}`,
  approved: "已由你批准",
};
