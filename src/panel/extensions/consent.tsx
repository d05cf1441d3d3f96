import { Button, Group, List, Stack, Text } from '@mantine/core';
import type { Extension } from '../api/types';
import { Dialog } from '../parts/dialog';
import { useLabel, useWord } from '../parts/meaning';
import { useText } from '../text/text';

type Rights = NonNullable<Extension['upgrade']>['growth'];

/** Whether there is anything to consent to. */
export const grows = (growth: Rights): boolean => Object.values(growth).some(({ length }) => length > 0);

const kinds = ['actions', 'scopes', 'personalData', 'secrets'] as const;

/** Rights in the words of people, by their kinds. A report of before has noted no actions. */
export function useRights(
  secrets: Extension['secrets'] = [],
): (rights: Partial<Rights>) => { readonly label: string; readonly names: string[] }[] {
  const { language } = useText();
  const labels = {
    actions: useLabel('extension', 'granted', 'actions'),
    scopes: useLabel('extension', 'granted', 'scopes'),
    personalData: useLabel('extension', 'granted', 'personalData'),
    secrets: useLabel('extension', 'granted', 'secrets'),
  };
  const words = {
    actions: useWord('extension', 'granted', 'actions'),
    scopes: useWord('extension', 'granted', 'scopes'),
    personalData: useWord('extension', 'granted', 'personalData'),
    secrets: (key: string) => secrets.find((secret) => secret.key === key)?.label[language] ?? key,
  };
  return (rights) =>
    kinds.flatMap((kind) => {
      const names = (rights[kind] ?? []).map((each) => words[kind](each));
      return names.length > 0 ? [{ label: labels[kind], names }] : [];
    });
}

interface ConsentProps {
  readonly extension: Extension;
  readonly growth: Rights;
  readonly onConsent: () => void;
  readonly onClose: () => void;
}

/** Asks an owner before an extension gains rights: each of those that it has not had. */
export function Consent({ extension: { name, secrets }, growth, onConsent, onClose }: ConsentProps) {
  const texts = useText();
  const gained = useRights(secrets)(growth);
  return (
    <Dialog onClose={onClose} title={texts.extensions.consent.title(name)}>
      <Stack gap="sm">
        <Text size="sm">{texts.extensions.consent.text(name)}</Text>
        {gained.map(({ label, names }) => (
          <div key={label}>
            <Text size="sm" fw={600}>
              {label}
            </Text>
            <List size="sm">
              {names.map((each) => (
                <List.Item key={each}>{each}</List.Item>
              ))}
            </List>
          </div>
        ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.common.cancel}
          </Button>
          <Button onClick={onConsent}>{texts.extensions.consent.yes}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
