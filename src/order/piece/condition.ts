/** The conditions in which a piece comes back; `unsent`: it had never left. */
export const conditions = ['saleable', 'damaged', 'unsent', 'missing', 'wrong'] as const;
export type Condition = (typeof conditions)[number];

/** The shop has these again, so it owes their money. What is missing, or is something else, it has not. */
export const isBack = (condition: Condition): boolean => !['missing', 'wrong'].includes(condition);

/** Tells whether goods are as good as before their sale. */
export const isSaleable = (condition: Condition): boolean => ['saleable', 'unsent'].includes(condition);
