import type { Noun } from '../noun';
import catalogGet from './design.catalog.get';
import previewUrlGet from './design.previewUrl.get';
import templatesList from './design.templates.list';

export default {
  capabilities: [templatesList, catalogGet, previewUrlGet],
} satisfies Noun;
