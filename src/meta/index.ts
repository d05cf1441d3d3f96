import type { Noun } from '../noun';
import get from './meta.get';

export default {
  capabilities: [get],
} satisfies Noun;
