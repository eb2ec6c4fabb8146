// Written by `npm run db:types` from the database. Do not edit.
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      billing_events: {
        Row: {
          id: string;
          type: string;
          customer_id: string | null;
          received_at: string;
          handled_at: string | null;
        };
        Insert: {
          id: string;
          type: string;
          customer_id?: string | null;
          received_at?: string;
          handled_at?: string | null;
        };
        Update: {
          id?: string;
          type?: string;
          customer_id?: string | null;
          received_at?: string;
          handled_at?: string | null;
        };
        Relationships: [];
      };
      jobs: {
        Row: {
          id: string;
          title: string;
          company: string;
          job_type: string;
          location: string;
          salary_range: string | null;
          application_deadline: string | null;
          application_url: string;
          description: string;
          requirements: string | null;
          benefits: string | null;
          contact_name: string;
          contact_email: string;
          contact_phone: string | null;
          created_at: string;
          is_active: boolean;
          posted_by: string;
        };
        Insert: {
          id?: string;
          title: string;
          company: string;
          job_type?: string;
          location: string;
          salary_range?: string | null;
          application_deadline?: string | null;
          application_url: string;
          description: string;
          requirements?: string | null;
          benefits?: string | null;
          contact_name: string;
          contact_email: string;
          contact_phone?: string | null;
          created_at?: string;
          is_active?: boolean;
          posted_by: string;
        };
        Update: {
          id?: string;
          title?: string;
          company?: string;
          job_type?: string;
          location?: string;
          salary_range?: string | null;
          application_deadline?: string | null;
          application_url?: string;
          description?: string;
          requirements?: string | null;
          benefits?: string | null;
          contact_name?: string;
          contact_email?: string;
          contact_phone?: string | null;
          created_at?: string;
          is_active?: boolean;
          posted_by?: string;
        };
        Relationships: [];
      };
      newsletter_limits: {
        Row: { key: string; tries: number; ends_at: string };
        Insert: { key: string; tries: number; ends_at: string };
        Update: { key?: string; tries?: number; ends_at?: string };
        Relationships: [];
      };
      newsletter_subscribers: {
        Row: {
          id: string;
          email: string;
          consent_text: string;
          consented_at: string;
          confirmed_at: string | null;
        };
        Insert: {
          id?: string;
          email: string;
          consent_text: string;
          consented_at?: string;
          confirmed_at?: string | null;
        };
        Update: {
          id?: string;
          email?: string;
          consent_text?: string;
          consented_at?: string;
          confirmed_at?: string | null;
        };
        Relationships: [];
      };
      newsletter_tokens: {
        Row: { token_hash: string; subscriber_id: string; kind: string; created_at: string };
        Insert: { token_hash: string; subscriber_id: string; kind: string; created_at?: string };
        Update: { token_hash?: string; subscriber_id?: string; kind?: string; created_at?: string };
        Relationships: [
          {
            foreignKeyName: 'newsletter_tokens_subscriber_id_fkey';
            columns: ['subscriber_id'];
            isOneToOne: false;
            referencedRelation: 'newsletter_subscribers';
            referencedColumns: ['id'];
          },
        ];
      };
      page_views: {
        Row: { day: string; path: string; views: number };
        Insert: { day: string; path: string; views: number };
        Update: { day?: string; path?: string; views?: number };
        Relationships: [];
      };
      subscriptions: {
        Row: {
          user_id: string;
          customer_id: string | null;
          subscription_id: string | null;
          product_id: string | null;
          status: string;
          current_period_end: string | null;
          cancel_at_period_end: boolean;
          updated_at: string;
          customer_key: string;
          paid_until: string | null;
          asked_at: string;
        };
        Insert: {
          user_id: string;
          customer_id?: string | null;
          subscription_id?: string | null;
          product_id?: string | null;
          status?: string;
          current_period_end?: string | null;
          cancel_at_period_end?: boolean;
          updated_at?: string;
          customer_key?: string;
          paid_until?: string | null;
          asked_at?: string;
        };
        Update: {
          user_id?: string;
          customer_id?: string | null;
          subscription_id?: string | null;
          product_id?: string | null;
          status?: string;
          current_period_end?: string | null;
          cancel_at_period_end?: boolean;
          updated_at?: string;
          customer_key?: string;
          paid_until?: string | null;
          asked_at?: string;
        };
        Relationships: [];
      };
    };
    Views: Record<never, never>;
    Functions: {
      clean_newsletter: { Args: Record<never, never>; Returns: undefined };
      confirm_newsletter: { Args: { token: string }; Returns: boolean };
      subscribe_to_newsletter: { Args: { address: string; consent: string }; Returns: boolean };
      take_newsletter_try: { Args: { key: string; most: number; span: string }; Returns: boolean };
      unsubscribe_from_newsletter: { Args: { token: string }; Returns: undefined };
    };
    Enums: Record<never, never>;
    CompositeTypes: Record<never, never>;
  };
};
