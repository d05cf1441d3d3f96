import { Button, Group, Paper, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { useLocation } from 'wouter';
import type { ProblemError } from '../api/client';
import { useRefresh } from '../api/queries';
import { useSentOnce } from '../api/sent-once';
import { tell } from '../parts/confirm';
import { Failure } from '../parts/states';
import { useUnsaved } from '../parts/unsaved';
import { useSession } from '../session/session';
import { count } from '../text/format';
import { useText } from '../text/text';
import { piecesIn } from './pieces';
import { bulkOf, changeInBulk, DIRECT_MAX, expectedOf, type Saved, saveStocks, takeBack } from './saving';
import { faultOf, type useStaged } from './staged';

interface SaveBarProps {
  readonly changes: ReturnType<typeof useStaged>;
  readonly isOnlyChanged: boolean;
  readonly onOnlyChanged: (isOnly: boolean) => void;
  /** Goes to the first cell with a fault. */
  readonly toFaulty: () => void;
  /** Gets the focus when the bar goes. */
  readonly focus: RefObject<{ focus(): void } | null>;
}

const REASON_LENGTH_MAX = 200;

/** The bar of typed stocks: how many, how many cannot be saved, and the button that saves them or makes a bulk act of them. */
export function SaveBar({ changes, isOnlyChanged, onOnlyChanged, toFaulty, focus }: SaveBarProps) {
  const texts = useText();
  const words = texts.stock;
  const { storeId } = useSession();
  const refresh = useRefresh();
  const [, navigate] = useLocation();
  const [reason, setReason] = useState('');
  const [saved, setSaved] = useState<readonly Saved[]>([]);
  const staged = [...changes.staged.values()];
  const unread = staged.filter(({ text }) => piecesIn(text) === undefined);
  const faulty = staged.filter((each) => faultOf(each, texts) !== undefined);
  const isLarge = staged.length > DIRECT_MAX;
  useUnsaved(staged.length > 0);

  const keep = (done: readonly Saved[]): void => {
    changes.forget(done.map(({ targetId }) => targetId));
    if (done.length > 0) setSaved(done);
  };
  const save = useMutation<void, ProblemError>({
    mutationFn: async () => {
      const { saved: done, moved } = await saveStocks(storeId, staged);
      keep(done);
      for (const { id, stock } of moved) changes.move(id, stock);
      if (done.length > 0) tell(words.saved(count(done.length, texts)));
      if (moved.length === 0) focus.current?.focus();
      await refresh();
    },
    onError: (error) => keep((error.cause as readonly Saved[] | undefined) ?? []),
  });
  const sendOnce = useSentOnce();
  const review = useMutation<string, ProblemError>({
    mutationFn: () => {
      const changes = staged.map(({ item, text }) => ({
        targetId: item.id,
        stock: piecesIn(text),
        expectedStock: expectedOf(item),
      }));
      const act = bulkOf(changes, reason);
      return sendOnce(act, (key) => changeInBulk(act, key));
    },
    onSuccess: async (proposalId) => {
      changes.clear();
      await refresh();
      // Typed stocks are gone by now, and nothing is asked on the way.
      setTimeout(() => navigate(`/proposals/${proposalId}`));
    },
  });
  const undo = useMutation<number, ProblemError>({
    mutationFn: () => takeBack(storeId, saved),
    onSuccess: async (taken) => {
      setSaved([]);
      focus.current?.focus();
      tell(
        taken === saved.length
          ? words.undone(count(taken, texts))
          : words.notUndone(count(saved.length - taken, texts)),
      );
      await refresh();
    },
  });
  const act = isLarge ? review : save;
  const error = save.error ?? review.error ?? undo.error;
  if (staged.length === 0 && saved.length === 0 && !error) return null;
  return (
    <Paper withBorder shadow="md" p="sm" className="selection-bar" component="section" aria-label={words.save}>
      {error && <Failure error={error} />}
      <Group gap="xs">
        <div role="status">
          <Text fw={600}>
            {staged.length > 0 ? words.changed(count(staged.length, texts)) : words.saved(count(saved.length, texts))}
          </Text>
          {unread.length > 0 && (
            <Text size="sm" className="urgent">
              {words.faulty(count(unread.length, texts))}
            </Text>
          )}
        </div>
        {faulty.length > 0 && (
          <Button size="compact-md" variant="subtle" color="red" onClick={toFaulty}>
            {words.toFaulty}
          </Button>
        )}
        {staged.length > 0 && (
          <Button
            size="compact-md"
            variant="subtle"
            onClick={() => onOnlyChanged(!isOnlyChanged)}
            aria-pressed={isOnlyChanged}
          >
            {words.onlyChanged}
          </Button>
        )}
        <Group gap="xs" ml="auto">
          {staged.length === 0 && saved.length > 0 && (
            <Button variant="light" size="compact-md" loading={undo.isPending} onClick={() => undo.mutate()}>
              {words.undo}
            </Button>
          )}
          {staged.length > 0 && (
            <>
              {isLarge && (
                <TextInput
                  size="xs"
                  aria-label={words.reason}
                  placeholder={words.reason}
                  maxLength={REASON_LENGTH_MAX}
                  value={reason}
                  onChange={({ currentTarget }) => setReason(currentTarget.value)}
                />
              )}
              <Button
                size="compact-md"
                variant="default"
                onClick={() => {
                  changes.clear();
                  focus.current?.focus();
                }}
              >
                {words.drop}
              </Button>
              <Button
                size="compact-md"
                disabled={unread.length > 0}
                loading={act.isPending}
                onClick={() => act.mutate()}
              >
                {isLarge ? words.review : words.save}
              </Button>
            </>
          )}
        </Group>
      </Group>
      {isLarge && (
        <Text size="xs" c="dimmed">
          {words.largeHint}
        </Text>
      )}
    </Paper>
  );
}
