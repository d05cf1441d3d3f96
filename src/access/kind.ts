import { label, oneOf, type TSchemaOptions, words } from '../kernel/schema/schema';

export const kindWords = { agent: ['ajan', 'agent'], developer: ['geliştirici', 'developer'] } as const;

/** The kind of a token, and of the workspace to which it is bound. */
export const kind = (options: TSchemaOptions = {}) =>
  label('Tür', 'Kind')(oneOf(['agent', 'developer'], { ...words(kindWords), ...options }));
