import type { Noun } from '../noun';
import catalogGet from './design.catalog.get';
import previewUrlGet from './design.previewUrl.get';
import templatesList from './design.templates.list';
import themesCheck from './themes.check';

export default {
  capabilities: [templatesList, catalogGet, previewUrlGet, themesCheck],
} satisfies Noun;
