/** Whether an address is on this machine. Anything that cannot be told is taken as elsewhere. */
export const isLoopback = (address: string): boolean => {
  const hostname = URL.parse(address)?.hostname ?? "";
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
};
