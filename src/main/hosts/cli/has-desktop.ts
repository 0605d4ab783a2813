/** Whether there is a display to open a window on. Over SSH there is one only when it was forwarded. */
export const hasDesktop = (
  platform: NodeJS.Platform = process.platform,
  env: Readonly<Record<string, string | undefined>> = process.env,
): boolean => {
  if (platform === "win32" || platform === "darwin") return env.SSH_CONNECTION === undefined;
  return Boolean(env.DISPLAY ?? env.WAYLAND_DISPLAY);
};
