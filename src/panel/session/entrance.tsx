import { Center, Container, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import icon from '../icon.svg';
import { LanguageSwitch } from '../parts/language';
import { usePageTitle } from '../parts/title';
import { useText } from '../text/text';

interface EntranceProps {
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
}

/** A page for whoever is not in yet. */
export function Entrance({ title, lead, children }: EntranceProps) {
  const texts = useText();
  usePageTitle(title);
  return (
    <Center mih="100dvh" component="main">
      <Container size={420} w="100%" py="xl">
        <Stack gap="lg">
          <Stack gap={4} align="center">
            <Group gap="xs">
              <img src={icon} alt="" width={32} height={32} />
              <Title order={1} size="h2">
                {texts.product}
              </Title>
            </Group>
            <Text c="dimmed" size="sm" ta="center">
              {lead}
            </Text>
          </Stack>
          <Paper withBorder p="lg" shadow="xs">
            {children}
          </Paper>
          <Center>
            <LanguageSwitch />
          </Center>
        </Stack>
      </Container>
    </Center>
  );
}
