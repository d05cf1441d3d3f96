import { Button, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client, newKey, type ProblemError } from '../api/client';
import { useRefresh } from '../api/queries';
import { tell, useConfirm } from '../parts/confirm';
import { Failure, Loading } from '../parts/states';
import { useSession } from '../session/session';
import { useText } from '../text/text';
import { MAIN, type ThemeCard, useThemes } from './api';
import type { Editor } from './editor';

/** Shows the themes that the draft may wear. The settings of the theme that it leaves come back with that theme. */
export function ThemeChoice({ editor: { base, body, isEdited } }: { readonly editor: Editor }) {
  const { design, language } = useText();
  const { storeId } = useSession();
  const queries = useQueryClient();
  const refresh = useRefresh();
  const confirm = useConfirm();
  const { data, error, refetch } = useThemes();
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<ProblemError | null>(null);
  if (!data) return error ? <Failure error={error} retry={refetch} /> : <Loading />;
  const wear = async ({ key, name, version, installed }: ThemeCard): Promise<void> => {
    const { switchTitle, switchText, switchYes } = design.theme;
    if (!(await confirm({ title: switchTitle(name), text: switchText, yes: switchYes }))) return;
    setBusy(key);
    setProblem(null);
    try {
      const run = (command: string, payload: object) => client.run({ storeId, command, payload }, newKey());
      if (installed === null) await run('theme.install', { theme: key, version });
      const worn = { theme: key, mode: 'keep-layout', ...MAIN, expectedRev: base.rev };
      await run('theme.switch', worn);
      tell(design.theme.switched(name));
    } catch (refused) {
      setProblem(refused as ProblemError);
    }
    await queries.refetchQueries({ queryKey: ['design'] });
    await refresh();
    setBusy(null);
  };
  return (
    <Stack gap="xs" component="section" aria-label={design.theme.all}>
      <Text fw={600} size="sm">
        {design.theme.all}
      </Text>
      {isEdited && (
        <Text size="sm" c="dimmed">
          {design.theme.saveFirst}
        </Text>
      )}
      {problem && <Failure error={problem} />}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        {data.themes.map((theme) => (
          <Paper key={theme.key} withBorder p="sm" component="section" aria-label={theme.name}>
            <Text size="sm" fw={600}>
              {theme.name}
            </Text>
            {theme.installed === null && theme.waiting.includes(theme.version) && (
              <Text size="xs" c="orange">
                {design.theme.byAgent}
              </Text>
            )}
            <Text size="xs" c="dimmed" mb="xs">
              {theme.description[language]}
            </Text>
            <Group>
              {theme.key === body.theme.key ? (
                <Text size="xs">{design.theme.worn(body.theme.version)}</Text>
              ) : (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`${theme.name}: ${design.theme.switchYes}`}
                  loading={busy === theme.key}
                  disabled={isEdited || busy !== null}
                  onClick={() => void wear(theme)}
                >
                  {design.theme.switchYes}
                </Button>
              )}
            </Group>
          </Paper>
        ))}
      </SimpleGrid>
    </Stack>
  );
}
