import { mirrorKind } from '../mirror/declaration';
import { financePullTerms } from './contract';

/** Reads the settlements of a marketplace. */
export const financePull = mirrorKind('finance.pull', financePullTerms);
