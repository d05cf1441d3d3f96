import { financePullTerms } from '../contract/finance';
import { mirrorKind } from '../mirror/declaration';

/** Reads the settlements of a marketplace. */
export const financePull = mirrorKind('finance.pull', financePullTerms);
