import { Group, Paper, Stack, Text } from '@mantine/core';
import { ChevronRightIcon } from '@radix-ui/react-icons';
import { Link } from 'wouter';
import { PageHeader } from '../parts/states';
import { useSession } from '../session/session';
import { sectionIcons } from '../shell/section-icons';
import { type SectionName, sectionsFor } from '../shell/sections';
import { useText } from '../text/text';

/** Leads to what is looked at now and then: on a phone there is one tab for all of it. */
export function SettingsPage() {
  const texts = useText();
  const { role } = useSession();
  return (
    <>
      <PageHeader title={texts.nav.settings} lead={texts.settings.lead} />
      <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {sectionsFor(role).further.map(({ path, name }) => (
          <li key={path}>
            <Paper withBorder p="md" component={Link} href={path} className="row-link mantine-focus-auto">
              <Group wrap="nowrap">
                <SectionIcon name={name} />
                <div style={{ flex: 1 }}>
                  <Text fw={600}>{texts.nav[name]}</Text>
                  <Text size="sm" c="dimmed">
                    {texts.settings.hints[name]}
                  </Text>
                </div>
                <ChevronRightIcon aria-hidden />
              </Group>
            </Paper>
          </li>
        ))}
      </Stack>
    </>
  );
}

function SectionIcon({ name }: { readonly name: SectionName }) {
  const Icon = sectionIcons[name];
  return <Icon width={20} height={20} />;
}
