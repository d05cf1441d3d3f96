import type { Noun } from '../noun';
import contractGet from './kit.contract.get';

export default {
  capabilities: [contractGet],
} satisfies Noun;
