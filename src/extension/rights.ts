import { scopeNames, scopeWords } from '../kernel/declaration/scopes';
import { label, object, oneOf, type Static, t, words } from '../kernel/schema/schema';
import { actions, actionWords } from '../provider/action';
import { type Manifest, requiredSecrets } from '../provider/manifest';
import { type PersonalData, personalData, personalDataWords } from '../provider/personal-data';

const many = { maxItems: 50 };

/** Rights that a store grants an extension, here and at its provider, as far as the installed version declares them. */
export const rightsSchema = object({
  scopes: label('Yetkiler', 'Scopes')(t.Array(oneOf(scopeNames, words(scopeWords)), many)),
  personalData: label(
    'Alıcılara ait bilgiler',
    'Personal data of buyers',
  )(t.Array(oneOf(personalData, words(personalDataWords)), many)),
  actions: label(
    'Mağaza dışında yaptıkları',
    'Acts outside of the shop',
  )(t.Array(oneOf(actions, words(actionWords)), many)),
  secrets: label('Gerekli gizli bilgiler', 'Required secrets')(t.Array(t.String(), many)),
});

export type Rights = Static<typeof rightsSchema>;

/** Rights as they are kept. Nobody has noted actions before extensions had to ask for them. */
export const keptRightsSchema = object({
  ...rightsSchema.properties,
  actions: t.Optional(rightsSchema.properties.actions),
});

export type KeptRights = Static<typeof keptRightsSchema>;

/** The rights that a version of an extension asks for. */
export const rightsOf = (manifest: Manifest): Rights => ({
  scopes: [...(manifest.scopes ?? [])],
  personalData: [...(manifest.personalData ?? [])] as PersonalData[],
  actions: [...(manifest.actions ?? [])],
  secrets: requiredSecrets(manifest),
});

/** The rights that are wanted beyond those that were granted. A right implies no other: that to write does not let anybody read. */
export const growthOf = (granted: Rights, wanted: Rights): Rights => ({
  scopes: beyond(granted.scopes, wanted.scopes),
  personalData: beyond(granted.personalData, wanted.personalData),
  actions: beyond(granted.actions, wanted.actions),
  secrets: beyond(granted.secrets, wanted.secrets),
});

/** The wanted ones that nobody has had. */
export const beyond = <T>(had: readonly T[], wanted: readonly T[]): T[] => wanted.filter((each) => !had.includes(each));

/** Whether there is anything to consent to. */
export const grows = (growth: Rights): boolean => Object.values(growth).some(({ length }) => length > 0);
