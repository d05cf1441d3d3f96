import { scopeNames, scopeWords } from '../kernel/declaration/scopes';
import { label, object, oneOf, type Static, t, words } from '../kernel/schema/schema';
import { type Manifest, requiredSecrets } from '../provider/manifest';
import { type PersonalData, personalData, personalDataWords } from '../provider/personal-data';
import { publishedAs } from '../provider/providers';

const many = { maxItems: 50 };

/** What a store lets an extension do, be told and hold; of it, what the installed version declares. */
export const rightsSchema = object({
  scopes: label('Yetkiler', 'Scopes')(t.Array(oneOf(scopeNames, words(scopeWords)), many)),
  personalData: label(
    'Alıcılara ait bilgiler',
    'Personal data of buyers',
  )(t.Array(oneOf(personalData, words(personalDataWords)), many)),
  secrets: label('Gerekli gizli bilgiler', 'Required secrets')(t.Array(t.String(), many)),
});

export type Rights = Static<typeof rightsSchema>;

/** What a version of an extension asks for. */
export const rightsOf = (manifest: Manifest): Rights => ({
  scopes: [...(manifest.scopes ?? [])],
  personalData: [...(manifest.personalData ?? [])] as PersonalData[],
  secrets: requiredSecrets(manifest),
});

/** What one that was installed before grants were kept has been granted is what that version asks for; nobody can say it of one that is unknown. */
export function grantedTo({ key, version, granted }: { key: string; version: string; granted: Rights | null }): Rights {
  const installed = publishedAs(key, version);
  return granted ?? (installed ? rightsOf(installed) : { scopes: [], personalData: [], secrets: [] });
}

/** What is wanted beyond what was granted. A right implies no other: that to write does not let anybody read. */
export const growthOf = (granted: Rights, wanted: Rights): Rights => ({
  scopes: beyond(granted.scopes, wanted.scopes),
  personalData: beyond(granted.personalData, wanted.personalData),
  secrets: beyond(granted.secrets, wanted.secrets),
});

const beyond = <T>(had: readonly T[], wanted: readonly T[]): T[] => wanted.filter((each) => !had.includes(each));

/** Whether there is anything to consent to. */
export const grows = (growth: Rights): boolean => Object.values(growth).some(({ length }) => length > 0);
