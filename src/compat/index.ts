import type { Noun } from '../noun';
import contractsGet from './compat.contracts.get';

export default {
  capabilities: [contractsGet],
} satisfies Noun;
