import type { Noun } from '../noun';
import metaGet from './sections.meta.get';

export default {
  capabilities: [metaGet],
} satisfies Noun;
