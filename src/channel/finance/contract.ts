import { mirrorTerms } from '../mirror/contract';

export const financePullTerms = mirrorTerms('finance.pull', { tr: 'hakedişleri alma', en: 'pull of settlements' });
