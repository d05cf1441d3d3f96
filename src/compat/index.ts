import type { Noun } from '../noun';
import check from './compat.check';
import contractsGet from './compat.contracts.get';

export default {
  capabilities: [contractsGet, check],
} satisfies Noun;
