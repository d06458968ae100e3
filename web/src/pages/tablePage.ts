// The page of a table is fetched apart from the chest, as soon as it can be known that somebody goes there.

export const loadTablePage = () => import("./TablePage.svelte");

/** Begin to fetch it; whoever shows it tells of what fails. */
export function fetchTablePage(): void {
  void loadTablePage().catch(() => null);
}
