import { mirrorTerms } from './mirror';

export const financePullTerms = mirrorTerms('finance.pull', { tr: 'hakedişleri alma', en: 'pull of settlements' });
