import { Button, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client, newKey, type ProblemError } from '../api/client';
import { useRefresh } from '../api/queries';
import { Failure, Loading } from '../parts/states';
import { useText } from '../text/text';
import { type Draft, type Template, useTemplates } from './api';

/** Offers the templates to begin with where there is no design. */
export function Start({ draft }: { readonly draft: Draft }) {
  const { design, language } = useText();
  const queries = useQueryClient();
  const refresh = useRefresh();
  const { data, error, refetch } = useTemplates();
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<ProblemError | null>(null);
  const begin = async (template: Template): Promise<void> => {
    setBusy(template.key);
    setProblem(null);
    try {
      const payload = { template: template.key, workspace: draft.workspace };
      await client.change('/v1/design/draft-from-template', payload, newKey(), draft.rev);
      await queries.refetchQueries({ queryKey: ['design', 'draft'] });
      await refresh();
    } catch (refused) {
      setProblem(refused as ProblemError);
      await queries.refetchQueries({ queryKey: ['design', 'draft'] });
    }
    setBusy(null);
  };
  if (!data) return error ? <Failure error={error} retry={refetch} /> : <Loading />;
  return (
    <Stack>
      <Text>{design.start.lead}</Text>
      {problem && <Failure error={problem} />}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {data.templates.map((template) => (
          <Paper key={template.key} withBorder p="md" component="section" aria-label={template.label[language]}>
            <Text fw={600}>{template.label[language]}</Text>
            <Text size="sm" c="dimmed" mb="sm">
              {template.help[language]}
            </Text>
            <Button
              size="xs"
              variant="default"
              aria-label={`${template.label[language]}: ${design.start.button}`}
              loading={busy === template.key}
              disabled={busy !== null}
              onClick={() => void begin(template)}
            >
              {design.start.button}
            </Button>
          </Paper>
        ))}
      </SimpleGrid>
    </Stack>
  );
}
