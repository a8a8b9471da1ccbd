import 'reflect-metadata';
import { forbidSecondConnections } from '../platform/database/one-connection.js';
import { freezePrototype } from './frozen-prototype.js';

freezePrototype();
forbidSecondConnections();
