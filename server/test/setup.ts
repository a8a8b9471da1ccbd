import 'reflect-metadata';
import { freezePrototype } from './frozen-prototype.js';

freezePrototype();
