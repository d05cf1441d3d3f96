import { createContext } from 'react';
import type { Section } from './api';

/** The types of sections, by which forms are made. */
export const SectionsContext = createContext<readonly Section[]>([]);
