/** Whether an address is on this machine. An address that cannot be classified counts as elsewhere. */
export const isLoopback = (address: string): boolean => {
  const hostname = URL.parse(address)?.hostname ?? "";
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
};
