import 'reflect-metadata';
import { createApplication } from './application.js';
import { readConfiguration } from './platform/config/config.js';

const configuration = readConfiguration(process.env);
const application = await createApplication(configuration);
await application.listen({ port: configuration.PORT, host: configuration.HOST });
