import type { Noun } from '../noun';
import catalogGet from './design.catalog.get';
import draftDelete from './design.draft.delete';
import draftGet from './design.draft.get';
import draftPut from './design.draft.put';
import draftFromTemplate from './design.draftFromTemplate';
import previewUrlGet from './design.previewUrl.get';
import templatesList from './design.templates.list';
import { refusals } from './refusals';

export default {
  capabilities: [draftGet, draftPut, draftDelete, draftFromTemplate, templatesList, catalogGet, previewUrlGet],
  refusals,
} satisfies Noun;
