import { Alert, Badge, Button, Code, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { client, newKey } from '../api/client';
import { type RemovedField, type Target, useRemovals } from '../api/fields';
import { useRefresh } from '../api/queries';
import { tellProblem, useConfirm } from '../parts/confirm';
import { Part } from '../parts/part';
import { Visible } from '../parts/quoted';
import { Failure } from '../parts/states';
import { Ago } from '../parts/time';
import { useSession } from '../session/session';
import { count } from '../text/format';
import { useText } from '../text/text';

/** Deleted fields of whose values some are left: how far each is, and a way on for what was given up. */
export function Removals({ target }: { readonly target: Target }) {
  const texts = useText();
  const { data: removals = [], error, refetch } = useRemovals(target);
  if (error) return <Failure error={error} retry={refetch} />;
  if (removals.length === 0) return null;
  return (
    <Part title={texts.fields.removals.title} lead={texts.fields.removals.lead}>
      <Stack component="ul" gap="md" mt="sm" p={0} style={{ listStyle: 'none' }}>
        {removals.map((removal) => (
          <Removed key={removal.id} removal={removal} />
        ))}
      </Stack>
    </Part>
  );
}

function Removed({ removal }: { readonly removal: RemovedField }) {
  const texts = useText();
  const { key, label, total, done, givenUp, deletedAt } = removal;
  return (
    <li aria-label={label}>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Text fw={600} component="span" className="value">
            <Visible text={label} />
          </Text>
          <Code>{key}</Code>
          {givenUp && (
            <Badge color="red" variant="light">
              {texts.fields.removals.givenUp}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed" component="div">
          {texts.fields.removals.progress(count(done, texts), count(total, texts))} · <Ago at={deletedAt} />
        </Text>
      </Group>
      <Progress
        mt={4}
        value={total === 0 ? 100 : (done / total) * 100}
        color={givenUp ? 'red' : 'cyan'}
        animated={!givenUp}
        aria-label={label}
      />
      {givenUp && <Resumption removal={removal} />}
    </li>
  );
}

/** The deletion is asked for once more: it takes away what is left. */
function Resumption({ removal: { id, rev, label } }: { readonly removal: RemovedField }) {
  const texts = useText();
  const { title, text, resume } = texts.fields.removals.resumption;
  const confirm = useConfirm();
  const refresh = useRefresh();
  const { storeId } = useSession();
  const resumption = useMutation({
    mutationFn: (key: string) =>
      client.run(
        { storeId, command: 'metafield.definition.delete', payload: { definitionId: id, expectedRev: rev } },
        key,
      ),
    onError: (error) => tellProblem(error, texts),
    onSettled: refresh,
  });
  const ask = async () => {
    if (await confirm({ title: title(label), text, yes: resume, destructive: true })) resumption.mutate(newKey());
  };
  return (
    <Alert color="red" mt="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{texts.fields.removals.left}</Text>
        <Button
          size="xs"
          color="red"
          variant="light"
          aria-label={texts.fields.ofField(resume, label)}
          loading={resumption.isPending}
          onClick={() => void ask()}
        >
          {resume}
        </Button>
      </Group>
    </Alert>
  );
}
