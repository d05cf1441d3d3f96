import { Badge, Button, Checkbox, Code, Fieldset, Group, Stack } from '@mantine/core';
import { defaultScopes } from '../../kernel/declaration/scopes';
import type { ScopeRow, TokenKind } from '../api/types';
import { useWord } from '../parts/meaning';
import { nameIn, useText } from '../text/text';

const sensitivityColors = { low: 'gray', high: 'yellow', critical: 'red' } as const;

/** Scopes that a token of the kind may hold and that open a built call. */
const offeredTo = (scopes: readonly ScopeRow[], kind: TokenKind): ScopeRow[] =>
  scopes.filter(({ used, grantable_to: to }) => used && (to === 'any' || (to === 'developer' && kind === 'developer')));

/** The usual ones among them. */
const usualOf = (scopes: readonly ScopeRow[], kind: TokenKind): string[] =>
  offeredTo(scopes, kind).flatMap(({ scope }) => (defaultScopes[kind].includes(scope) ? scope : []));

/** Lists the scopes that are ticked before anybody has chosen: the usual ones that the registry calls harmless. */
export const tickedFor = (scopes: readonly ScopeRow[], kind: TokenKind): string[] =>
  offeredTo(scopes, kind).flatMap(({ scope, sensitivity }) =>
    sensitivity === 'low' && defaultScopes[kind].includes(scope) ? scope : [],
  );

interface ScopeChoiceProps {
  readonly kind: TokenKind;
  /** All scopes that there are (`GET /v1/scopes`). */
  readonly scopes: readonly ScopeRow[];
  readonly chosen: string[];
  readonly wrong: string | null;
  readonly onChoose: (chosen: string[]) => void;
}

/** The scopes by what they are about, each in words, with a mark on what is sensitive. */
export function ScopeChoice({ kind, scopes, chosen, wrong, onChoose }: ScopeChoiceProps) {
  const texts = useText();
  const groups = Map.groupBy(
    offeredTo(scopes, kind),
    ({ scope }) => nameIn(texts.tokens.scopeGroups, scope.split(':')[0] as string) ?? texts.tokens.scopesElse,
  );
  return (
    <Checkbox.Group
      label={texts.tokens.scopes}
      description={texts.tokens.scopesHint}
      value={chosen}
      onChange={onChoose}
      error={wrong}
    >
      <Stack gap="xs" my="xs">
        <Group>
          <Button size="compact-xs" variant="default" onClick={() => onChoose(usualOf(scopes, kind))}>
            {texts.tokens.scopesUsual[kind]}
          </Button>
        </Group>
        {[...groups].map(([group, rows]) => (
          <Fieldset key={group} legend={group} px="sm" py="xs">
            <Stack gap={6}>
              {rows.map((row) => (
                <ScopeBox key={row.scope} {...row} />
              ))}
            </Stack>
          </Fieldset>
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

function ScopeBox({ scope, sensitivity }: ScopeRow) {
  const texts = useText();
  const word = useWord('token', 'scopes');
  return (
    <Checkbox
      value={scope}
      label={
        <Group gap={6}>
          <span>{word(scope)}</span>
          <Code>{scope}</Code>
          {sensitivity !== 'low' && (
            <Badge size="xs" variant="light" color={sensitivityColors[sensitivity]}>
              {texts.tokens.sensitivities[sensitivity]}
            </Badge>
          )}
        </Group>
      }
    />
  );
}
