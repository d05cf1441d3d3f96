import type { Noun } from '../noun';
import catalogGet from './design.catalog.get';
import draftDelete from './design.draft.delete';
import draftGet from './design.draft.get';
import draftPut from './design.draft.put';
import draftFromTemplate from './design.draftFromTemplate';
import previewUrlGet from './design.previewUrl.get';
import templatesList from './design.templates.list';
import versionGet from './design.version.get';
import versionsList from './design.versions.list';
import { refusals } from './refusals';

export default {
  capabilities: [
    draftGet,
    draftPut,
    draftDelete,
    draftFromTemplate,
    templatesList,
    versionsList,
    versionGet,
    catalogGet,
    previewUrlGet,
  ],
  refusals,
} satisfies Noun;
