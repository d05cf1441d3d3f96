import { Button, Group, List, Stack, Text } from '@mantine/core';
import type { Extension } from '../api/types';
import { Dialog } from '../parts/dialog';
import { useLabel, useWord } from '../parts/meaning';
import { useText } from '../text/text';

type Rights = NonNullable<Extension['upgrade']>['growth'];

/** Whether there is anything to consent to. */
export const grows = (growth: Rights): boolean => Object.values(growth).some(({ length }) => length > 0);

interface ConsentProps {
  readonly extension: Extension;
  readonly growth: Rights;
  readonly onConsent: () => void;
  readonly onClose: () => void;
}

/** Asks an owner before an extension gains rights: each of those that it has not had. */
export function Consent({ extension: { name, secrets }, growth, onConsent, onClose }: ConsentProps) {
  const texts = useText();
  const { language } = texts;
  const scope = useWord('extension', 'granted', 'scopes');
  const personal = useWord('extension', 'granted', 'personalData');
  const labels = {
    scopes: useLabel('extension', 'granted', 'scopes'),
    personalData: useLabel('extension', 'granted', 'personalData'),
    secrets: useLabel('extension', 'granted', 'secrets'),
  };
  const gained = {
    scopes: growth.scopes.map(scope),
    personalData: growth.personalData.map(personal),
    secrets: growth.secrets.map((each) => secrets.find(({ key }) => key === each)?.label[language] ?? each),
  };
  return (
    <Dialog onClose={onClose} title={texts.extensions.consent.title(name)}>
      <Stack gap="sm">
        <Text size="sm">{texts.extensions.consent.text(name)}</Text>
        {(['scopes', 'personalData', 'secrets'] as const)
          .filter((kind) => gained[kind].length > 0)
          .map((kind) => (
            <div key={kind}>
              <Text size="sm" fw={600}>
                {labels[kind]}
              </Text>
              <List size="sm">
                {gained[kind].map((each) => (
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
