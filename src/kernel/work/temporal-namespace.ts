import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '@temporalio/client';
import { google, temporal } from '@temporalio/proto';
import { searchAttributes } from './search-attributes';

/** Long enough for a weekend's incident to be read on Monday a month later; the server's own default is one day in development. */
export const retentionDays = 30;

const retentionSeconds = retentionDays * 86_400;
const retention = google.protobuf.Duration.fromObject({ seconds: retentionSeconds });
const grpcStatus = { notFound: 5, alreadyExists: 6 };

const hasStatus = (error: unknown, status: number): boolean => (error as { code?: unknown }).code === status;

/**
 * Makes a namespace what the workflows need: it exists, keeps closed runs long enough, and knows the search attributes.
 * Safe to run again, and by two programs at once.
 */
export async function prepareNamespace(connection: Connection, namespace: string): Promise<void> {
  await ensureNamespace(connection, namespace);
  await ensureSearchAttributes(connection, namespace);
}

async function ensureNamespace({ workflowService }: Connection, namespace: string): Promise<void> {
  let keptSeconds: number;
  try {
    const { config } = await workflowService.describeNamespace({ namespace });
    keptSeconds = Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0);
  } catch (error) {
    if (!hasStatus(error, grpcStatus.notFound)) throw error;
    try {
      await workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod: retention });
      return;
    } catch (registration) {
      if (hasStatus(registration, grpcStatus.alreadyExists))
        return ensureNamespace({ workflowService } as Connection, namespace);
      throw registration;
    }
  }
  // Only ever raised: an operator who keeps runs for a year meant it.
  if (keptSeconds < retentionSeconds) {
    await workflowService.updateNamespace({ namespace, config: { workflowExecutionRetentionTtl: retention } });
  }
}

async function ensureSearchAttributes({ operatorService }: Connection, namespace: string): Promise<void> {
  const types = temporal.api.enums.v1.IndexedValueType;
  const { customAttributes } = await onceVisible(() => operatorService.listSearchAttributes({ namespace }));
  const missing: Record<string, temporal.api.enums.v1.IndexedValueType> = {};
  for (const { name, type } of Object.values(searchAttributes)) {
    const wanted = types[`INDEXED_VALUE_TYPE_${type}`];
    const present = customAttributes[name];
    if (present === undefined) missing[name] = wanted;
    else if (present !== wanted) {
      throw new Error(
        `Temporal namespace ${namespace} has the search attribute ${name} as ${types[present]}, not as ${type}: use another namespace.`,
      );
    }
  }
  if (Object.keys(missing).length === 0) return;
  try {
    await operatorService.addSearchAttributes({ namespace, searchAttributes: missing });
  } catch (error) {
    if (!hasStatus(error, grpcStatus.alreadyExists)) throw error;
  }
}

/** Servers read their list of namespaces every ten seconds: a new one is unknown until then. */
async function onceVisible<T>(call: () => Promise<T>): Promise<T> {
  for (let left = 60; ; left -= 1) {
    try {
      return await call();
    } catch (error) {
      if (!hasStatus(error, grpcStatus.notFound) || left === 0) throw error;
      await sleep(500);
    }
  }
}
