import { runService } from '@bough/service';
import { buildMailer } from './build.ts';
import { mailerSettings } from './settings.ts';

await runService('mailer', mailerSettings, (platform, settings) => buildMailer(platform, settings));
