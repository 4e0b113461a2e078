// Small lies in how Bough is started, told what to do, and watched, each of which the tests of the rule that it names must notice. `npm run mutants -- house`
// tells one after the other in a scratch copy of the whole project. `find` stands exactly once in the file.

const LAUNCH = '../../infra/launch';
const MONITORING = '../../infra/monitoring';

const address = { rule: 'HOUSE-133', isInTree: true } as const;
const config = { rule: 'HOUSE-134', isInTree: true } as const;
const watched = { rule: 'HOUSE-98', test: `${MONITORING}/prometheus.checkers.test.ts`, isInTree: true } as const;

export const mutants = {
  run: [],
  mutants: [
    {
      name: 'commands: nobody tells them where the page is',
      file: `${LAUNCH}/bough.mjs`,
      find: 'if (isOfPeople) Object.assign(process.env, addressHere(process.env));',
      replace: '',
      why: 'the first owner follows the set-up link to a port at which nothing answers',
      test: `${LAUNCH}/bough.test.mjs`,
      ...address,
    },
    {
      name: 'commands: the port is the one of the settings, wherever Bough runs',
      file: `${LAUNCH}/data-folder.mjs`,
      find: "return JSON.parse(readFileSync(join(dataFolder(), RUNNING), 'utf8')).port;",
      replace: "return JSON.parse('');",
      why: 'a Bough that was started on another port mails links to nowhere',
      test: `${LAUNCH}/data-folder.test.mjs`,
      ...address,
    },
    {
      name: 'config: the file wins over the environment',
      file: `${LAUNCH}/config-file.mjs`,
      find: 'if (!env[name] && file.has(name)) env[name]',
      replace: 'if (file.has(name)) env[name]',
      why: 'PORT=8081 npm start takes the port of the file',
      test: `${LAUNCH}/config-file.test.mjs`,
      ...config,
    },
    {
      name: 'config: a key of the file counts before the one that sealed what is there',
      file: `${LAUNCH}/config-file.mjs`,
      find: 'if (existsSync(join(secrets, kept))) env[`${name}_FILE`] = join(secrets, kept);\n    else for',
      replace: 'for',
      why: 'who writes keys into the file later opens no map any more',
      test: `${LAUNCH}/config-file.test.mjs`,
      ...config,
    },
    {
      name: 'config: npm start does not look into it',
      file: `${LAUNCH}/start.mjs`,
      find: '  takeConfig();\n  const port',
      replace: '  const port',
      why: 'the launcher takes another port and data folder than the services are told',
      test: `${LAUNCH}/config-file.test.mjs`,
      ...config,
    },
    {
      name: 'config: commands do not look into it',
      file: `${LAUNCH}/bough.mjs`,
      find: 'takeConfig();\nconst asked',
      replace: 'const asked',
      why: 'a command makes keys in a folder that nobody backs up',
      test: `${LAUNCH}/bough.test.mjs`,
      ...config,
    },
    {
      name: 'Prometheus: it asks three services of four',
      file: `${MONITORING}/prometheus.yaml`,
      find: ", '127.0.0.1:8083'",
      replace: '',
      why: 'the exporter can be away for days, and no alert says so',
      ...watched,
    },
    {
      name: 'Prometheus: an alert is raised for a Bough that is well',
      file: `${MONITORING}/alerts.yaml`,
      find: '(resets(bough_processor_seconds_total[30m])) > 3',
      replace: '(resets(bough_processor_seconds_total[30m])) >= 0',
      why: 'somebody is woken each night, and looks no more when it matters',
      ...watched,
    },
  ],
};
