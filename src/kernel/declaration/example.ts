/**
 * The id of a thing that examples name: the first store that `npm start` opens has its catalog under these very ids, and what only comes to
 * be in its use (a proposal, a job, a token) has one of its own there.
 * @param word tells a reader which thing it is, in letters of a ULID: no I, L, O or U
 */
export const exampleId = (prefix: string, word: string): string => `${prefix}_01KDEM0${word.padStart(19, '0')}`;

/** A stand-in for the hash that a reviewer was shown. */
export const exampleHash = '82e4f62b02330f8eb8a734f7ae759c91a6afb8469079722937d8ac5a1717183a';
