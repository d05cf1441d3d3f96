/** The most views that a person keeps of one list: they stand side by side. */
export const VIEWS_MAX = 20;
