import { Button, Code, CopyButton, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useText } from '../text/text';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  onDone(): void;
}

/** Shows the recovery codes that an answer has once. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { secondFactor, common } = useText();
  return (
    <Stack>
      <Text size="sm">{secondFactor.codesText}</Text>
      <SimpleGrid cols={2} spacing="xs" aria-label={secondFactor.codesTitle} component="ul" p={0} m={0}>
        {codes.map((code) => (
          <Code key={code} component="li" style={{ listStyle: 'none' }}>
            {code}
          </Code>
        ))}
      </SimpleGrid>
      <Group justify="flex-end">
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? common.copied : secondFactor.copyCodes}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onDone}>{secondFactor.saved}</Button>
      </Group>
    </Stack>
  );
}
