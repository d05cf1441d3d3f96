import type { Noun } from '../noun';
import catalogGet from './design.catalog.get';
import draftDelete from './design.draft.delete';
import draftGet from './design.draft.get';
import draftPut from './design.draft.put';
import draftFromTemplate from './design.draftFromTemplate';
import extPageAdd from './design.extpage.add';
import extPageRemove from './design.extpage.remove';
import migrate from './design.migrate';
import previewUrlGet from './design.previewUrl.get';
import publish from './design.publish';
import rollback from './design.rollback';
import templatesList from './design.templates.list';
import versionGet from './design.version.get';
import versionsList from './design.versions.list';
import zonePlace from './design.zone.place';
import zoneRemove from './design.zone.remove';
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
    publish,
    rollback,
    migrate,
    catalogGet,
    previewUrlGet,
    zonePlace,
    zoneRemove,
    extPageAdd,
    extPageRemove,
  ],
  refusals,
} satisfies Noun;
