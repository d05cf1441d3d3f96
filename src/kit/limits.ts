/** Bounds of a design. A body that keeps them is drawn in bounded time. */
export const limits = {
  /** Bytes of the canonical text of a body, in UTF-8. */
  bodyBytes: 512 * 1024,
  nodes: 3_000,
  pages: 200,
  sectionsPerPage: 500,
  /** Sections of a page above which whoever saves it is warned. */
  sectionsPerPageAdvised: 25,
  /** Products, pictures and other things of the shop that the sections of one page show together. */
  thingsPerPage: 1_000,
  nodesPerSlot: 50,
  depth: 8,
  variables: 200,
  customCssBytes: 20 * 1024,
  themeCssBytes: 100 * 1024,
  composites: 50,
  menus: 20,
  menuItems: 100,
  extPages: 50,
  extPageSlug: 64,
  parkedThemes: 10,
  parkedLayouts: 5,
  removed: 200,
  pins: 200,
} as const;
