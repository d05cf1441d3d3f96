import {
  Alert,
  Button,
  Center,
  Container,
  Group,
  Paper,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ProblemError } from '../api/client';
import icon from '../icon.svg';
import { LanguageSwitch } from '../parts/language';
import { Failure } from '../parts/states';
import { usePageTitle } from '../parts/title';
import { useText } from '../text/text';
import type { SessionState } from './session';

interface SignInProps {
  readonly signIn: SessionState['signIn'];
  readonly isOver: boolean;
}

export function SignIn({ signIn, isOver }: SignInProps) {
  const texts = useText();
  usePageTitle(texts.session.signIn);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ProblemError | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await signIn(email.trim(), password);
    } catch (problem) {
      setError(problem as ProblemError);
      setBusy(false);
    }
  };

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
              {texts.session.lead}
            </Text>
          </Stack>
          <Paper withBorder p="lg" shadow="xs">
            <form onSubmit={(event) => void submit(event)}>
              <Stack>
                <TextInput
                  label={texts.session.email}
                  type="email"
                  name="email"
                  autoComplete="username"
                  autoFocus
                  required
                  withAsterisk={false}
                  value={email}
                  onChange={({ currentTarget }) => setEmail(currentTarget.value)}
                />
                <PasswordInput
                  label={texts.session.password}
                  name="password"
                  autoComplete="current-password"
                  required
                  withAsterisk={false}
                  value={password}
                  onChange={({ currentTarget }) => setPassword(currentTarget.value)}
                />
                {isOver && !error && <Alert color="blue">{texts.session.over}</Alert>}
                {error && <Failure error={error} />}
                <Button type="submit" loading={busy} fullWidth>
                  {texts.session.signIn}
                </Button>
              </Stack>
            </form>
          </Paper>
          <Center>
            <LanguageSwitch />
          </Center>
        </Stack>
      </Container>
    </Center>
  );
}
