import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './panel.css';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ProblemError } from './api/client';
import { commandsQuery } from './api/queries';
import { App } from './app';
import { Boundary } from './parts/boundary';
import { Addresses } from './parts/unsaved';
import { firstSpoken, type Spoken, TextProvider } from './text/text';
import { Themed } from './theme';

// The page's policy lets in only style elements that carry its nonce; the scroll lock of dialogs asks for it by this name.
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
(globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ = nonce;

const ATTEMPTS = 2;

const queries = new QueryClient({
  defaultOptions: {
    // Without a network a call fails like any other, and is told so: waiting for one, it would be sent when nobody wants it any more.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      // A refusal of the API stays; only a call that did not reach it is made again.
      retry: (failures, error) => failures < ATTEMPTS && (!(error instanceof ProblemError) || isPassing(error)),
      staleTime: 1_000,
    },
  },
});

const isPassing = ({ problem: { status } }: ProblemError): boolean => status === 0 || status >= 502;

// It is of no shop: it comes beside the session, and not after it.
void queries.prefetchQuery(commandsQuery);

const root = createRoot(document.getElementById('panel') as HTMLElement);
const show = (first: Spoken): void =>
  root.render(
    <StrictMode>
      <TextProvider first={first}>
        <Themed nonce={nonce}>
          <QueryClientProvider client={queries}>
            <Addresses>
              <ModalsProvider modalProps={{ centered: true }}>
                <Notifications position="top-right" limit={4} />
                <Boundary>
                  <App />
                </Boundary>
              </ModalsProvider>
            </Addresses>
          </QueryClientProvider>
        </Themed>
      </TextProvider>
    </StrictMode>,
  );

void firstSpoken().then(show);
