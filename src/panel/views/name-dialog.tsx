import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { VIEWS_MAX } from '../../account/views/limits';
import { folded } from '../../kernel/folded';
import { Dialog } from '../parts/dialog';
import { count } from '../text/format';
import { useText } from '../text/text';

const NAME_MAX = 40;

interface ViewNameDialogProps {
  readonly title: string;
  readonly initial: string;
  /** Names of tabs that are always there. */
  readonly taken: readonly string[];
  /** The only names that can be said, where there is no room for another view. */
  readonly replacing?: readonly string[];
  readonly hints: readonly string[];
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks for the name of a view. */
export function ViewNameDialog({ title, initial, taken, replacing, hints, onName, onClose }: ViewNameDialogProps) {
  const texts = useText();
  const words = texts.views;
  const [typed, setTyped] = useState(initial);
  const name = typed.trim();
  const isAmong = (names: readonly string[]): boolean => names.some((each) => folded(each) === folded(name));
  const fault =
    name === ''
      ? null
      : isAmong(taken)
        ? words.taken
        : replacing && !isAmong(replacing)
          ? words.full(count(VIEWS_MAX, texts))
          : null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onName(name);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          {hints.map((hint) => (
            <Text key={hint} size="sm">
              {hint}
            </Text>
          ))}
          <TextInput
            label={words.name}
            data-autofocus
            required
            withAsterisk={false}
            maxLength={NAME_MAX}
            value={typed}
            error={fault}
            onChange={({ currentTarget: { value } }) => setTyped(value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {texts.common.cancel}
            </Button>
            <Button type="submit" disabled={name === '' || fault !== null}>
              {initial === '' ? words.save : words.rename}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
