/**
 * Purposes of advisory locks. A lock is a number, made of the class and of a name in it: the same name in two classes is two
 * locks, so that those who have nothing to do with each other never wait for each other.
 */
export const lockClass = {
  /** Idempotency keys, each behind its store, and ids of workflows: the functions of the database take these, too. */
  key: 0,
  /** Batches that could race for the same rows. */
  batch: 1,
  /** Whatever those of a store who name the same take turns at. */
  turn: 2,
  /** Recording into the proposals of a store. */
  recording: 3,
  /** A credential that is used, or ended: taken by functions of the database alone. */
  credential: 4,
  /** Held while the stock ledger of a store is numbered; functions of the database alone take it. */
  ledger: 5,
  /** A sealing key under which something is sealed, or which is taken away: taken by functions of the database alone. */
  sealingKey: 6,
  /** The names of stores in addresses, while one is chosen: taken by a function of the database alone. */
  slug: 7,
} as const;

/** SQL of the number of a lock. @param name SQL of its name, e.g. `$1` */
export const lockOf = (kind: keyof typeof lockClass, name: string): string =>
  `hashtextextended(${name}, ${lockClass[kind]})`;

/** Numbers of locks of the whole database, and of no store: a number of one key, which no class makes. */
export const wholeLocks = { migration: 7_204_114, backup: 7_204_115 } as const;
