export const help = {
  title: "Guide",
  open: "Guide",
  link: "More in the guide",
  pages: "Pages of the guide",
  search: "Search the guide",
  found: (count: number) => (count === 1 ? "1 place" : `${count} places`),
  nothing: (query: string) => `The guide says nothing about “${query}”.`,
  results: "Places in the guide",
  loading: "Opening the guide",
  failed: "The guide could not be opened.",
  previous: (page: string) => `Before: ${page}`,
  next: (page: string) => `Next: ${page}`,
};
