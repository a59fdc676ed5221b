// Skills as postings and profiles spell them, each with one id.

import { nameFinder, remembering, wordsOfNames } from './text/names.ts'
import { pattern } from './text/pattern.ts'

/**
 * id: other spellings. Names that are English words (Go, Swift) are matched with their capitals.
 */
const table = `
typescript:TypeScript,Typescript,TS
javascript:JavaScript,Javascript,JS,ECMAScript
node:Node.js,NodeJS,Node JS,Node
python:Python
go:Go,Golang,GoLang
rust:Rust
java:Java
kotlin:Kotlin
scala:Scala
ruby:Ruby
rails:Ruby on Rails,Rails,RoR
php:PHP
laravel:Laravel
symfony:Symfony
csharp:C#,.NET,dotnet,C-Sharp,ASP.NET
cpp:C++
c:C
swift:Swift
objective-c:Objective-C
elixir:Elixir
erlang:Erlang
haskell:Haskell
clojure:Clojure
r:R
perl:Perl
bash:Bash,shell scripting
sql:SQL
postgres:Postgres,PostgreSQL,PostgresQL,psql
mysql:MySQL,MariaDB
sqlite:SQLite
mongodb:MongoDB,Mongo
redis:Redis
cassandra:Cassandra
dynamodb:DynamoDB
elasticsearch:Elasticsearch,ElasticSearch,OpenSearch
clickhouse:ClickHouse
snowflake:Snowflake
bigquery:BigQuery
redshift:Redshift
dbt:dbt
spark:Spark,Apache Spark,PySpark
kafka:Kafka,Apache Kafka
rabbitmq:RabbitMQ
airflow:Airflow
aws:AWS,Amazon Web Services
gcp:GCP,Google Cloud
azure:Azure
lambda:AWS Lambda,Lambda
kubernetes:Kubernetes,K8s,k8s
docker:Docker,containers
terraform:Terraform
ansible:Ansible
pulumi:Pulumi
linux:Linux
networking:TCP/IP
vsphere:vSphere,VMware,vCenter
react:React,React.js,ReactJS
react-native:React Native
vue:Vue,Vue.js,VueJS
angular:Angular,AngularJS
svelte:Svelte,SvelteKit
nextjs:Next.js,NextJS
html:HTML,HTML5
css:CSS,CSS3,Sass,SCSS,Tailwind
graphql:GraphQL
rest:REST,RESTful,REST APIs
grpc:gRPC,GRPC,Protobuf
microservices:microservices,micro-services,Microservices
ci:CI/CD,continuous integration,GitHub Actions,GitLab CI,Jenkins
git:Git
observability:observability,OpenTelemetry,Prometheus,Grafana,Datadog
django:Django
flask:Flask
fastapi:FastAPI
spring:Spring Boot,Spring
express:Express.js
nestjs:NestJS,Nest.js
hono:Hono
machine-learning:machine learning,Machine Learning,ML
deep-learning:deep learning
pytorch:PyTorch
tensorflow:TensorFlow
llm:LLM,LLMs
nlp:NLP
data-engineering:data engineering,Data Engineering,ETL,ELT
pandas:pandas,Pandas,NumPy
event-driven:event-driven,event sourcing
queues:message queues,job queues,task queues
testing:TDD,test-driven,automated testing
playwright:Playwright
cypress:Cypress
selenium:Selenium
security:application security,AppSec,OWASP
oauth:OAuth,OpenID Connect,OIDC
webauthn:WebAuthn,passkeys
ios:iOS
android:Android
flutter:Flutter
figma:Figma
salesforce:Salesforce
excel:Excel
tableau:Tableau
looker:Looker
latex:LaTeX
`

const ids = new Map<string, string>()
for (const line of table.trim().split('\n')) {
  const colon = line.indexOf(':')
  const id = line.slice(0, colon)
  for (const name of line.slice(colon + 1).split(',')) ids.set(name, id)
}
/** Spellings that are also ordinary words or single letters, and so need company. */
const shy = new Set([
  'C',
  'R',
  'Go',
  'Node',
  'Spring',
  'Lambda',
  'Express',
  'Excel',
  'Swift',
  'Rust',
  'TS',
  'JS',
])

const known = new Set(ids.values())
const find = nameFinder(ids)
/** Tested on single lower-case words: no skill's name is in a text without one of them. */
export const skillWords = wordsOfNames(ids.keys())

const loose = new Map([...ids].map(([name, id]) => [name.toLowerCase(), id]))

/** Id → its first spelling: of entries of one id a map keeps the last. */
const firstNames = new Map([...ids].reverse().map(([name, id]) => [id, name]))

export interface SkillMention {
  id: string
  index: number
  end: number
}

/**
 * Skills named in the text, in order. "Go" counts where a language can stand, not in "Go
 * further".
 */
export const skillsIn: (norm: string) => readonly SkillMention[] = remembering((norm: string) =>
  find(norm)
    .filter(({ text, index, end }) => {
      const next = norm[end] ?? ' '
      if ('_.@-'.includes(norm[index - 1] ?? ' ') || '_+#'.includes(next)) return false
      if (next === '-' && /^-(?:to|live|getter|between|ahead)/.test(norm.slice(end, end + 8)))
        return false
      return !shy.has(text) || standsAsSkill(norm, index, end - index)
    })
    .map(({ value, index, end }) => ({ id: value, index, end })),
)

const followsSkill = pattern('')`
  ^\s*(?:$|[,;.)/(|:+]|and\b|or\b|und\b|oder\b|is\b|are\b|in production|experience|
  developer|engineer|programming|code|services?|backend|skills)
`

const precedesSkill = pattern('i')`
  (?:^|[,;(/|:+]|\b(?:in|with|of|using|like|as|and|or|know|knowing|write|writing|und|mit|
  oder|our|no|modern|solid|strong|good|deep|production|professional|proven|advanced|
  idiomatic|some|for|to|a|an|senior|junior|learn|say|e\.g\.|on))\s*$
`

function standsAsSkill(norm: string, index: number, length: number): boolean {
  const before = norm.slice(Math.max(0, index - 24), index)
  const after = norm.slice(index + length, index + length + 16)
  if (followsSkill.test(after)) {
    return precedesSkill.test(before)
  }
  return (
    /(?:[,/(]|\b(?:in|with|using|of|or|and|like))\s*$/.test(before) &&
    /^\s*[,/)]|^\s+(?:and|or)\b/.test(after)
  )
}

/** The id of a skill as a profile names it; a name we don't know is its own id, in lower case. */
export function skillId(name: string): string {
  return loose.get(name.trim().toLowerCase()) ?? name.trim().toLowerCase()
}

/** True for an id of our table. */
export function isKnownSkill(id: string): boolean {
  return known.has(id)
}

/** The first spelling of a skill, for people. */
export function skillName(id: string): string {
  return firstNames.get(id) ?? id
}
